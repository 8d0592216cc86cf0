// A real identity provider as a process of its own. It is told what to be by PROVIDER (JSON), and ends with its parent.
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
  // Its own dispatcher calls nobody on this machine.
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
  // Whoever is not known gets in here, too, with nothing to be told of them.
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people[accountId] }),
  }),
})

provider.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
process.stdin.resume().on('end', () => process.exit(0))
