# tactus_add_plugin(NAME [KIND kind] [VERSION v] [SOURCES file...] [LIBRARIES target...])
#
# Adds the target tactus_NAME, a plugin library that Tactus can load. It is built from NAME.cpp unless
# SOURCES are given. The compiler checks that the component is of the given KIND; leave it out for a
# library with components of several kinds. VERSION defaults to the version of the project.
#
# In the build tree of Tactus itself the library is placed in lib/tactus/plugins, beside the program,
# and is installed there. In any other project it is placed at the top of the build folder, and
# `cmake --install` copies it to TACTUS_PLUGIN_INSTALL_DIR. This is the folder of the user's own
# plugins, which every installation of tactus searches.
function(tactus_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND;VERSION" "SOURCES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tactus_add_plugin(${name}): ${arg_UNPARSED_ARGUMENTS} is none of KIND, VERSION, SOURCES, LIBRARIES")
  endif()
  set(kinds material integrator broad_phase constraint contact_solver contact_law load probe)
  if(arg_KIND AND NOT arg_KIND IN_LIST kinds)
    list(JOIN kinds ", " allowed)
    message(FATAL_ERROR "tactus_add_plugin(${name}): KIND ${arg_KIND} is none of ${allowed}")
  endif()
  if(NOT arg_SOURCES)
    set(arg_SOURCES "${name}.cpp")
  endif()
  if(NOT arg_VERSION)
    set(arg_VERSION "${PROJECT_VERSION}")
  endif()
  add_library(tactus_${name} MODULE ${arg_SOURCES})
  target_link_libraries(tactus_${name} PRIVATE tactus::sdk tactus::sdk_support ${arg_LIBRARIES})
  if(TARGET tactus_warnings)
    target_link_libraries(tactus_${name} PRIVATE tactus_warnings)
  endif()
  target_compile_definitions(tactus_${name} PRIVATE
    TACTUS_PLUGIN_NAME="${name}" TACTUS_PLUGIN_KIND="${arg_KIND}" TACTUS_PLUGIN_VERSION="${arg_VERSION}")
  set_target_properties(tactus_${name} PROPERTIES PREFIX "" OUTPUT_NAME "${name}" CXX_EXTENSIONS OFF)
  # A plugin uses no symbols of the program. With this flag an undefined symbol is an error of the
  # linker instead of an error in the middle of a run. Symbols of sanitizers are the exception.
  if(NOT TACTUS_SANITIZE)
    target_link_options(tactus_${name} PRIVATE -Wl,--no-undefined)
  endif()
  if(PROJECT_NAME STREQUAL "tactus")
    set_target_properties(tactus_${name} PROPERTIES
      LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/tactus/plugins")
    install(TARGETS tactus_${name} LIBRARY DESTINATION lib/tactus/plugins)
  else()
    tactus_user_plugin_folder(folder)
    # Not stored in the cache, where it would refer to an old HOME for ever. To change it, use
    # -D TACTUS_PLUGIN_INSTALL_DIR=...
    if(NOT DEFINED CACHE{TACTUS_PLUGIN_INSTALL_DIR})
      set(TACTUS_PLUGIN_INSTALL_DIR "${folder}")
      set(TACTUS_PLUGIN_INSTALL_DIR "${folder}" PARENT_SCOPE)
    endif()
    # At run time helper libraries (LIBRARIES) are searched in the folder of the plugin. Install them by
    #     install(TARGETS helper LIBRARY DESTINATION "${TACTUS_PLUGIN_INSTALL_DIR}")
    set_target_properties(tactus_${name} PROPERTIES INSTALL_RPATH "$ORIGIN")
    set_target_properties(tactus_${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    install(TARGETS tactus_${name} LIBRARY DESTINATION "${TACTUS_PLUGIN_INSTALL_DIR}")
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND NOT CMAKE_CXX_FLAGS)
      target_compile_options(tactus_${name} PRIVATE -O3 -DNDEBUG)  # as a Release build
    endif()
  endif()
endfunction()

# tactus_add_plugin_test(NAME [SOURCES file...] [LIBRARIES target...])
#
# Adds a program with Catch2 tests of a plugin. It is built from NAME_test.cpp unless SOURCES are given,
# and each TEST_CASE becomes a test of ctest. The sources need no main(). They may include
# <tactus/conformance/KIND.hpp> to test the promises of each kind. If Catch2 is not installed, a message
# says so, and no test is added.
function(tactus_add_plugin_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tactus_add_plugin_test(${name}): ${arg_UNPARSED_ARGUMENTS} is none of SOURCES, LIBRARIES")
  endif()
  find_package(Catch2 2 QUIET)
  if(NOT Catch2_FOUND)
    message(STATUS "No Catch2 of version 2 here (Debian: catch2): ${name} is built without its own tests")
    return()
  endif()
  include(Catch)
  if(NOT arg_SOURCES)
    set(arg_SOURCES "${name}_test.cpp")
  endif()
  add_executable(tactus_${name}_test ${arg_SOURCES})
  target_link_libraries(tactus_${name}_test PRIVATE tactus::conformance tactus::sdk_support ${arg_LIBRARIES})
  if(TARGET Catch2::Catch2WithMain)
    # Linking a compiled main() saves nine tenths of the compile time of a test. This library was
    # compiled as C++14, so that Catch2's support for types of C++17 has to be switched off.
    target_link_libraries(tactus_${name}_test PRIVATE Catch2::Catch2WithMain)
    target_compile_definitions(tactus_${name}_test PRIVATE
      CATCH_CONFIG_NO_CPP17_STRING_VIEW CATCH_CONFIG_NO_CPP17_BYTE)
  else()
    set(main "${CMAKE_CURRENT_BINARY_DIR}/tactus_catch_main.cpp")
    file(CONFIGURE OUTPUT "${main}" CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
    target_sources(tactus_${name}_test PRIVATE "${main}")
    target_link_libraries(tactus_${name}_test PRIVATE Catch2::Catch2)
  endif()
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND NOT CMAKE_CXX_FLAGS)
    target_compile_options(tactus_${name}_test PRIVATE -O1)
  endif()
  catch_discover_tests(tactus_${name}_test)
endfunction()

# Sets VARIABLE to the folder that every tactus of this user searches: $XDG_DATA_HOME/tactus/plugins.
function(tactus_user_plugin_folder variable)
  set(data "$ENV{XDG_DATA_HOME}")
  if(NOT IS_ABSOLUTE "${data}")
    set(data "$ENV{HOME}/.local/share")
  endif()
  set(${variable} "${data}/tactus/plugins" PARENT_SCOPE)
endfunction()
