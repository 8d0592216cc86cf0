import { EnvironmentChoice, useEnvironments } from '@crossdock/admin/kit'
import { useKeptEnvironment } from './use_kept_environment.js'

/** Where one works, for people of an organization that has more than one environment. */
export default function EnvironmentMenu() {
  useKeptEnvironment()
  const { environments } = useEnvironments()
  return environments.length > 1 ? <EnvironmentChoice isTight /> : null
}
