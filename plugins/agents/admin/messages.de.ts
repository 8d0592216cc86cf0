import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

export default {
  agents: {
    title: 'Desktop-Agenten',
    palette: { send: 'Befehl an einen Agenten senden', deploy: 'Agenten einrichten' },
  },
} satisfies Translation<typeof english>
