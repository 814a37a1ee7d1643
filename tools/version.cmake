# Writes TARGET from TEMPLATE with the release and, in a git checkout, the commit. Runs at every build; a file that
# would not change keeps its date, so that nothing is compiled again.
cmake_path(GET SOURCE_DIR PARENT_PATH above)
execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${above} git describe --always --dirty --exclude=*
                WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                RESULT_VARIABLE failed)
set(CAIRN_VERSION ${RELEASE})
if(NOT failed AND commit)
  set(CAIRN_VERSION ${RELEASE}+${commit})
endif()
configure_file(${TEMPLATE} ${TARGET} @ONLY)
