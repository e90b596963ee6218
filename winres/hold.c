/* hold FILE MILLISECONDS: keeps a file open as a viewer does that lets nobody
 * replace or delete it. A second program for make windows-test; never shipped. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
  if (argc != 3) return 2;
  HANDLE h = CreateFileW(argv[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
  if (h == INVALID_HANDLE_VALUE) return 1;
  puts("held");
  fflush(stdout);
  Sleep(wcstoul(argv[2], NULL, 10));
  CloseHandle(h);
  return 0;
}
