/**
 * How many views one request may ask for: about as many as a page shows at once, and fewer than a node has connections to
 * the database. Pages that show more ask in several requests.
 */
export const VIEWS_AT_ONCE = 8
