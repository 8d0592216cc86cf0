import type { Execution } from '@crossdock/client'

type Versions = Pick<Execution, 'version' | 'activeVersion'>

/** Returns the active version if it differs from the version of the run. */
export const newerVersion = ({ version, activeVersion }: Versions): number | null =>
  version !== null && activeVersion !== version ? activeVersion : null

/** Returns the version of a run in words: "Version 1 (2 is active)"; empty for a test of a draft. */
export function versionText(
  run: Versions,
  translate: (key: string, values?: object) => string
): string {
  const { version } = run
  if (version === null) return ''
  const active = newerVersion(run)
  return active === null
    ? translate('flows.run.version', { version })
    : translate('flows.run.versionOther', { version, active })
}
