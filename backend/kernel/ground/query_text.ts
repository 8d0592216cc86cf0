/** What a query must not hold as it is (RFC 3986, 3.4): all but its own signs, and a "%" that encodes nothing. */
const notInQuery = /%(?![0-9a-fA-F]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gu

/** The text of a query with everything percent-encoded that a query cannot hold, and nothing else. */
export const queryText = (typed: string): string =>
  typed.toWellFormed().replace(notInQuery, (sign) => encodeURIComponent(sign))
