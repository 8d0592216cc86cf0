import { definePermission } from '@crossdock/kernel/plugin'

export const sessionsWrite = definePermission('sessions.write', {
  description: "See and end other people's sessions",
  roles: [],
})
