import type { DesktopAgent } from '@crossdock/client'

type System = Pick<DesktopAgent, 'platform' | 'osVersion'>

/** The operating system of an agent without its build, which follows in parentheses. */
export const systemOf = (
  { platform, osVersion }: System,
  translate: (key: string, options: { _: string }) => string
): string =>
  osVersion?.replace(/ \(.*$/s, '') ?? translate(`agents.platform.${platform}`, { _: platform })
