/** Headers for untrusted content: browsers keep the declared type and give the content no rights. */
export const safeHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
