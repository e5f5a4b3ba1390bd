# What this build has and what it goes without, said once, at the end of the configuration.

# tactus_leave_out(NAME REASON): for the CMakeLists.txt of a plugin whose dependency is missing.
#
#     find_package(Ipopt QUIET)
#     if(NOT Ipopt_FOUND)
#       tactus_leave_out(ipopt "no IPOPT (Debian: coinor-libipopt-dev)")
#       return()
#     endif()
function(tactus_leave_out name reason)
  set_property(GLOBAL APPEND PROPERTY TACTUS_LEFT_OUT "${name}: ${reason}")
endfunction()

# tactus_collect_plugins(FOLDER): notes the plugins that a folder under plugins/ has defined.
function(tactus_collect_plugins folder)
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "MODULE_LIBRARY")
      set_property(GLOBAL APPEND PROPERTY TACTUS_PLUGIN_TARGETS ${target})
      set_property(GLOBAL APPEND PROPERTY TACTUS_PLUGIN_FOLDERS "${folder}")
    endif()
  endforeach()
endfunction()

# The target "product": the program and every plugin, without the tests.
function(tactus_add_product)
  get_property(plugins GLOBAL PROPERTY TACTUS_PLUGIN_TARGETS)
  add_custom_target(product DEPENDS ${plugins})
  if(TARGET tactus)
    add_dependencies(product tactus)
  endif()
endfunction()

function(tactus_print_features)
  get_property(folders GLOBAL PROPERTY TACTUS_PLUGIN_FOLDERS)
  get_property(left_out GLOBAL PROPERTY TACTUS_LEFT_OUT)
  list(TRANSFORM folders REPLACE "^.*/plugins/" "")
  list(SORT folders)
  list(JOIN folders ", " plugins)
  set(cache "no ccache")
  if(CCACHE)
    set(cache "ccache")
  endif()
  message(STATUS "Tactus ${PROJECT_VERSION}: ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION}, ${cache}")
  message(STATUS "  tests ${TACTUS_TESTS}, benchmarks ${TACTUS_BENCHMARKS}, "
    "sanitizers ${TACTUS_SANITIZE}")
  message(STATUS "  plugins: ${plugins}")
  foreach(line IN LISTS left_out)
    message(STATUS "  left out: ${line}")
  endforeach()
endfunction()
