import { defineConsolePlugin } from '@crossdock/admin/kit'

/** A person's first days. The dashboard renders it, and loads these texts only when needed. */
export default defineConsolePlugin({
  id: 'start',
})
