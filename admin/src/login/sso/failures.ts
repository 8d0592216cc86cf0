/** Reasons why a provider sign-in failed, by the code in the address. They are loaded only when they are needed. */
export default {
  unknown: 'This sign-in method no longer exists or was turned off. Sign in by email.',
  elsewhere: 'Another site tried to sign you in, so nothing was done. Start on this page.',
  address: 'This is the address of another organization. Sign in at your own address.',
  too_many: 'Too many sign-ins in a short time. Wait a few minutes and try again.',
  expired: 'This took too long, or was already used. Sign in again.',
  browser: 'This sign-in did not start in this browser. Sign in again here.',
  denied: 'You cancelled at your identity provider, or it refused access.',
  refused: 'Your identity provider refused the sign-in. Ask your administrator.',
  unreachable: 'Your identity provider could not be reached. Try again later, or sign in by email.',
  not_allowed:
    'Your identity provider has an address this server may not call. Ask your administrator.',
  slow: 'Your identity provider did not answer in time. Try again later, or sign in by email.',
  too_large: 'Your identity provider sent an answer that is too large, so it was rejected.',
  invalid: 'Your identity provider sent an answer that is not a sign-in. Try again.',
  client:
    'Your identity provider does not accept this server: its client ID or secret is wrong. Ask your administrator.',
  code: 'Your identity provider no longer accepts its own code. Sign in again.',
  state: 'The answer does not say which sign-in it belongs to. Sign in again.',
  issuer:
    'The answer comes from another issuer than the one that was asked. You were not signed in.',
  audience: 'The answer was meant for another server. You were not signed in.',
  nonce: 'The answer belongs to another sign-in. You were not signed in. Sign in again.',
  signature: 'The answer is not signed by your identity provider. You were not signed in.',
  algorithm: 'The answer is signed with an algorithm that proves nothing. You were not signed in.',
  outdated: 'The answer has expired, or a clock is wrong. Sign in again.',
  ahead: 'The answer is dated in the future, so a clock is wrong. Contact your administrator.',
  keys: 'The provider has changed its keys. Sign in again.',
  no_email: 'Your identity provider sent no email address, so Crossdock cannot identify you.',
  unverified:
    'Your identity provider has not verified your email address. Verify it there, or sign in by email.',
  domain: 'People with an address at this domain cannot sign in this way. Sign in by email.',
  trial_domain:
    'The allowed domains of this provider do not include the domain of this address. Add it to them, or try another account.',
  other_account:
    'This email address belongs to another account of your identity provider. Ask your administrator.',
  outside:
    'Your organization allows only addresses at certain domains, and yours is not one of them. Ask your administrator.',
  deactivated: 'Your account here is deactivated. Ask your administrator.',
  other: 'The sign-in with your identity provider did not work. Try again, or sign in by email.',
}
