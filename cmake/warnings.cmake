# What our own code is compiled with; never exported to users of the SDK.
add_library(tactus_warnings INTERFACE)
target_compile_options(tactus_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror)
if(TACTUS_SANITIZE)
  target_compile_options(tactus_warnings INTERFACE -fsanitize=address,undefined
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tactus_warnings INTERFACE -fsanitize=address,undefined)
endif()
