import { EnvironmentChoice, useEnvironments } from '@crossdock/admin/kit'
import { GoneNotice } from './GoneNotice.js'
import { useGoneEnvironment } from './use_gone_environment.js'
import { useKeptEnvironment } from './use_kept_environment.js'

/** Where one works, for people of an organization that has more than one environment. */
export default function EnvironmentMenu() {
  useKeptEnvironment()
  const { gone, dismiss } = useGoneEnvironment()
  const { environments } = useEnvironments()
  return (
    <>
      {environments.length > 1 && <EnvironmentChoice isTight />}
      {gone && <GoneNotice {...gone} onClose={dismiss} />}
    </>
  )
}
