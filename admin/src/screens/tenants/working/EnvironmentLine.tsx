import type { Environment } from '@crossdock/client'
import { ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** The environment below the name of the organization. */
export function EnvironmentLine({ environment }: { environment: Environment }) {
  const translate = useTranslate()
  return (
    <>
      <ScreenReaderOnly>{translate('shell.environment.label')}</ScreenReaderOnly>
      {environment.displayName}
      {!environment.isActive && ` · ${translate('kit.inactive')}`}
    </>
  )
}
