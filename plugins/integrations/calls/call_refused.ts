/** A call that cannot be made as it is defined; trying again does not help. */
export class CallRefused extends Error {
  override name = 'CallRefused'
}
