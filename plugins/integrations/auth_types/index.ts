import type { AuthTypeKind } from '../contracts/index.js'
import { clientCertificate, digest, none } from './others.js'
import { codeCredentials, httpCredentials } from './credentials.js'

/** The authentication types of the specification, and further HTTP ones. */
export const httpAuthTypes = {
  bearer: {
    label: 'Bearer token',
    description: 'Sends an access token as Authorization: Bearer.',
    icon: 'key-round',
    config: httpCredentials({ asked: ['accessToken'] }),
  },
  basic: {
    label: 'Basic (username and password)',
    description: 'Sends a user name and a password.',
    icon: 'user-round',
    config: httpCredentials({ asked: ['username', 'password'] }),
  },
  oauth2: {
    label: 'OAuth 2.0 (client credentials)',
    description: 'Fetches access tokens with client credentials, or sends the one that is given.',
    icon: 'shield-check',
    config: httpCredentials({
      asked: ['clientId', 'clientSecret'],
      more: [
        'tokenUrl',
        'scope',
        'audience',
        'resource',
        'clientAuthentication',
        'tokenParameters',
      ],
      unasked: ['accessToken'],
    }),
  },
  apikey: {
    label: 'API key',
    description: 'Sends a key as X-API-Key, or in a header of its own.',
    icon: 'key',
    config: httpCredentials({ asked: ['apiKey'] }),
  },
  oauth2_code: {
    label: 'OAuth 2.0 (authorization code)',
    description: 'A person grants access at the provider; tokens renew automatically.',
    icon: 'user-check',
    config: codeCredentials(),
  },
  none,
  digest,
  client_certificate: clientCertificate,
} satisfies Record<string, AuthTypeKind>
