import { defineConsolePlugin } from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'api-tokens',
  // Every person has tokens.
  routes: [{ path: '/api-tokens', component: lazy(() => import('./TokensScreen.js')) }],
  menu: [
    {
      to: '/api-tokens',
      label: 'apiTokens.title',
      icon: KeyRound,
      section: 'organization',
      order: 30,
      key: 'k',
    },
  ],
  entityLinks: { api_token: () => '/api-tokens' },
  live: { 'api_token_*': ['api-tokens'] },
  commands: [
    {
      id: 'api-tokens.add',
      label: 'apiTokens.add',
      keywords: 'apiTokens.words',
      icon: KeyRound,
      to: '/api-tokens?new=token',
      order: 70,
    },
  ],
})
