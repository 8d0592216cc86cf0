import type { AuthTypeKind } from '../contracts/index.js'
import { httpCredentials } from './credentials.js'

/** The ways of authentication of the specification. */
export const httpAuthTypes = {
  bearer: {
    label: 'Bearer token',
    description: 'Sends an access token as Authorization: Bearer.',
    icon: 'key-round',
    config: httpCredentials('accessToken'),
  },
  basic: {
    label: 'Basic (username and password)',
    description: 'Sends a user name and a password.',
    icon: 'user-round',
    config: httpCredentials('username', 'password'),
  },
  oauth2: {
    label: 'OAuth 2.0 (client credentials)',
    description: 'Fetches access tokens with client credentials, or sends the one that is given.',
    icon: 'shield-check',
    config: httpCredentials('clientId', 'clientSecret', 'tokenUrl', 'scope', 'accessToken'),
  },
  apikey: {
    label: 'API key',
    description: 'Sends a key as X-API-Key, or in a header of its own.',
    icon: 'key',
    config: httpCredentials('apiKey'),
  },
} satisfies Record<string, AuthTypeKind>
