/** The answer of a passkey as a browser returns it. */
export class PasskeyAnswer {
  id = 'AQID'
  rawId = new Uint8Array([1, 2, 3]).buffer
  type = 'public-key'
  response = {
    clientDataJSON: new Uint8Array([4]).buffer,
    authenticatorData: new Uint8Array([5]).buffer,
    signature: new Uint8Array([6]).buffer,
    userHandle: new Uint8Array([7]).buffer,
  }
  getClientExtensionResults = () => ({})
}
