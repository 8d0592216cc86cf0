// A real identity provider in a separate process. PROVIDER (JSON) configures it; it ends with its parent.
import Provider from 'oidc-provider'

const {
  issuer,
  port,
  clients,
  jwks,
  people,
  conformIdTokenClaims = false,
} = JSON.parse(process.env.PROVIDER)

const provider = new Provider(issuer, {
  clients,
  jwks,
  conformIdTokenClaims,
  // Its own dispatcher refuses addresses on this machine.
  fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
  claims: {
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups', 'realm_access', 'corp.roles', 'contact'],
  },
  cookies: { keys: ['a key of a test'] },
  features: {
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
  },
  // Unknown people can sign in, too, without claims.
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people[accountId] }),
  }),
})

provider.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
process.stdin.resume().on('end', () => process.exit(0))
