# What our own code is compiled with; never exported to users of the SDK.
add_library(tactus_warnings INTERFACE)
target_compile_options(tactus_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Werror)
# gcc 12 warns of overlaps in every `"text" + std::string` that it inlines (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(tactus_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
endif()
# Comparisons joined by & are meant: no branch between them.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14)
  target_compile_options(tactus_warnings INTERFACE -Wno-bitwise-instead-of-logical)
endif()
if(TACTUS_SANITIZE)
  target_compile_options(tactus_warnings INTERFACE -fsanitize=address,undefined
    -fno-sanitize-recover=all -fno-omit-frame-pointer
    # The checks that are built in make GCC see uses where there are none (its manual says so).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(tactus_warnings INTERFACE -fsanitize=address,undefined)
endif()
if(TACTUS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR NOT TACTUS_SANITIZE)
    message(FATAL_ERROR "TACTUS_FUZZ needs clang and TACTUS_SANITIZE: cmake --preset fuzz")
  endif()
  target_compile_options(tactus_warnings INTERFACE -fsanitize=fuzzer-no-link)
endif()
