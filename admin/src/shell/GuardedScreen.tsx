import {
  EmptyState,
  isAllowed,
  isVisible,
  lazyPart,
  PageHeader,
  usePermissions,
} from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useI18nProvider, useTranslate } from 'ra-core'
import { use } from 'react'
import type { ScreensI18nProvider } from '../i18n/provider.js'
import type { RegisteredRoute } from '../registry/registry.js'

const ChooseTenant = lazyPart(() => import('../screens/tenants/working/ChooseTenant.js'))

/**
 * A screen; Access Denied for people it is not for; the choice of an organization where it needs one and there is none. Its
 * code and calls then stay unloaded.
 */
export function GuardedScreen({ route }: { route: RegisteredRoute }) {
  const who = usePermissions()
  const translate = useTranslate()
  const { screenTexts } = useI18nProvider() as ScreensI18nProvider
  if (isVisible(route, who)) {
    if (route.hasTexts) use(screenTexts())
    return <route.component />
  }
  if (isAllowed(route, who)) return <ChooseTenant />
  return (
    <>
      <PageHeader title={translate('kit.denied.title')} />
      <EmptyState icon={Lock} title={translate('kit.denied.description')} />
    </>
  )
}
