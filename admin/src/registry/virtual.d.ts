declare module 'virtual:crossdock-plugins' {
  import type { ConsolePlugin } from '@crossdock/admin/kit'
  const plugins: ConsolePlugin[]
  export default plugins
}

declare module 'virtual:crossdock-texts/*' {
  import type { Messages } from '@crossdock/admin/kit'

  const texts: Messages
  export default texts
}
