// The page for browsers: one HTML text with its scripts and styles inside.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// The page that was built into this program; empty if it was built without one.
std::string_view built_in_page();
// Throws InputError that says what is missing if there is none.
void require_built_in_page();

// Adds nonce="..." to every script and style element. Text inside these elements stays as it is.
std::string with_nonce(std::string_view page, std::string_view nonce);

// The policy for browsers: nothing but elements with this nonce, and questions to the page's own server.
std::string page_policy(std::string_view nonce);

}  // namespace cairn
