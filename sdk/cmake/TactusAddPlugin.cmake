# tactus_add_plugin(NAME KIND kind [VERSION v] [SOURCES file...] [LIBRARIES target...])
#
# A library that Tactus loads: NAME.cpp by default, into lib/tactus/plugins of this build.
function(tactus_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND;VERSION" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    set(arg_SOURCES "${name}.cpp")
  endif()
  if(NOT arg_VERSION)
    set(arg_VERSION "${PROJECT_VERSION}")
  endif()
  add_library(tactus_${name} MODULE ${arg_SOURCES})
  target_link_libraries(tactus_${name} PRIVATE tactus::sdk ${arg_LIBRARIES})
  if(TARGET tactus_warnings)
    target_link_libraries(tactus_${name} PRIVATE tactus_warnings)
  endif()
  target_compile_definitions(tactus_${name} PRIVATE
    TACTUS_PLUGIN_NAME="${name}" TACTUS_PLUGIN_KIND="${arg_KIND}" TACTUS_PLUGIN_VERSION="${arg_VERSION}")
  set_target_properties(tactus_${name} PROPERTIES
    PREFIX "" OUTPUT_NAME "${name}" CXX_EXTENSIONS OFF
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib/tactus/plugins")
endfunction()
