/* Debian 12's wine (8.0) has no bcryptprimitives.dll, which every Go program
 * loads for its random numbers (ProcessPrng). This stand-in answers with
 * RtlGenRandom of advapi32. For make windows-test only: it is put into a
 * throw-away prefix and never shipped. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T left) {
  while (left > 0) {
    ULONG n = left > 65536 ? 65536 : (ULONG)left;
    if (!SystemFunction036(data, n)) return FALSE;
    data += n;
    left -= n;
  }
  return TRUE;
}
