declare module 'virtual:crossdock-plugins' {
  import type { ConsolePlugin } from '@crossdock/admin/kit'
  const plugins: ConsolePlugin[]
  export default plugins
}
