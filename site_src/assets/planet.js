// The search on a front over several zines.
import { find } from "./elements.js"
import { openSearch } from "./search.js"

const page = find(document, ".z-finder")
if (location.protocol === "file:") find(page, ".z-finder__file").hidden = false
else openSearch(page)
