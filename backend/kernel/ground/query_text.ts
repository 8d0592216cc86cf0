/** Characters that a query must encode (RFC 3986, 3.4): all but its own signs, and a "%" that encodes nothing. */
const notInQuery = /%(?![0-9a-fA-F]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gu

/** Percent-encodes exactly the characters that a query cannot hold. */
export const queryText = (typed: string): string =>
  typed.toWellFormed().replace(notInQuery, (sign) => encodeURIComponent(sign))
