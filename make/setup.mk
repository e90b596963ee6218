# System packages. Each list is installed only where a package is missing; root
# (or sudo) is needed then.

# xmllint judges our XML, pdftoppm our PDF pages, unzip our containers.
TEST_PACKAGES   := libxml2-utils poppler-utils unzip zip
# The window needs a C compiler and the headers of GL, X11 and Wayland.
WINDOW_PACKAGES := gcc pkg-config libgl1-mesa-dev xorg-dev libwayland-dev libxkbcommon-dev
# The smoke of the window needs a display, a window manager, a driver, screenshots.
SMOKE_PACKAGES  := xvfb xauth openbox xdotool imagemagick libgl1-mesa-dri
# The tasks choose files in the dialog of the system, and have a picture of a page read.
TASKS_PACKAGES  := zenity fonts-dejavu-core tesseract-ocr tesseract-ocr-deu

# $(call install,packages): apt-get what dpkg does not know.
define install
missing=; for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; done; \
if [ -n "$$missing" ]; then echo "installing:$$missing"; sudo=; [ $$(id -u) = 0 ] || sudo=sudo; \
  $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi
endef

.PHONY: setup setup-window setup-smoke
setup: ## install what the tests need
	@$(call install,$(TEST_PACKAGES))

setup-window:
	@$(call install,$(WINDOW_PACKAGES))

setup-smoke: setup-window
	@$(call install,$(SMOKE_PACKAGES))
