/** Why nobody was signed in by a provider, by the code in the address; in a file of their own, for they are seldom read. */
export default {
  unknown: 'This way to sign in is not there any more, or was switched off. Sign in by mail.',
  elsewhere: 'Another site wanted to sign you in. Nothing was done: begin on this page.',
  address: 'This is the address of another organization. Sign in at the address of your own.',
  too_many: 'Too many sign-ins in a short time. Wait some minutes, and try again.',
  expired: 'This took too long, or was used already. Sign in again.',
  browser: 'This was not begun in this browser. Sign in again here.',
  denied: 'You cancelled at your identity provider, or it did not let you in.',
  refused: 'Your identity provider refused the sign-in. Ask your administrator.',
  unreachable: 'Your identity provider could not be reached. Try again later, or sign in by mail.',
  not_allowed:
    'Your identity provider has an address this server may not call. Ask your administrator.',
  slow: 'Your identity provider did not answer in time. Try again later, or sign in by mail.',
  too_large: 'Your identity provider answered with far too much, so nothing of it was believed.',
  invalid: 'Your identity provider answered with something that is no sign-in. Try again.',
  client:
    'Your identity provider does not accept this server: its client ID or secret is wrong. Ask your administrator.',
  code: 'Your identity provider does not know its own code any more. Sign in again.',
  state: 'The answer does not say which sign-in it belongs to. Sign in again.',
  issuer: 'The answer comes from another issuer than the one that was asked. Nobody was signed in.',
  audience: 'The answer was made for somebody else, not for this server. Nobody was signed in.',
  nonce: 'The answer belongs to another sign-in. Nobody was signed in; sign in again.',
  signature: 'The answer is not signed by your identity provider. Nobody was signed in.',
  algorithm: 'The answer is signed in a way that proves nothing. Nobody was signed in.',
  outdated: 'The answer has expired, or a clock is wrong. Sign in again.',
  ahead: 'The answer comes from the future: a clock is wrong. Tell your administrator.',
  keys: 'The provider has changed its keys. Sign in again.',
  no_email: 'Your identity provider gave no email address, so nobody knows who you are here.',
  unverified:
    'Your identity provider has not verified your email address. Verify it there, or sign in by mail.',
  domain: 'People with an address of this domain may not sign in this way. Sign in by mail.',
  trial_domain:
    'The allowed domains of this provider do not include the domain of this address. Add it to them, or try another account.',
  other_account:
    'This email address belongs to another account of your identity provider. Ask your administrator.',
  outside:
    'Your organization lets in addresses of certain domains only, and yours is of none of them. Ask your administrator.',
  deactivated: 'Your account here is deactivated. Ask your administrator.',
  other: 'The sign-in by your identity provider did not work. Try again, or sign in by mail.',
}
