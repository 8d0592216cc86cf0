import { EnvironmentChoice, useEnvironments } from '@crossdock/admin/kit'
import { GoneNotice } from './GoneNotice.js'
import { useGoneEnvironment } from './use_gone_environment.js'
import { useKeptEnvironment } from './use_kept_environment.js'

/**
 * Keeps the environment of this tab, and says when it was deleted. Where there is no room for the menu at the side, it
 * also offers the choice to people of an organization with more than one environment.
 */
export default function EnvironmentMenu({ isNarrow }: { isNarrow: boolean }) {
  useKeptEnvironment()
  const { gone, dismiss } = useGoneEnvironment()
  const { environments } = useEnvironments()
  return (
    <>
      {isNarrow && environments.length > 1 && <EnvironmentChoice isTight />}
      {gone && <GoneNotice {...gone} onClose={dismiss} />}
    </>
  )
}
