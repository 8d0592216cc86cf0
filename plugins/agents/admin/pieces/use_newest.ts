import type { AgentDownloads, DesktopAgent } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'

export const useDownloads = () => useRead<AgentDownloads>('desktop-agents/downloads')

/** The version that the server offers for an agent's machine; undefined if there is none. */
export function useNewest(): (agent: DesktopAgent) => string | undefined {
  const { data } = useDownloads()
  return ({ platform, arch }) =>
    data?.files.find((one) => one.platform === platform && one.arch === arch)?.version
}
