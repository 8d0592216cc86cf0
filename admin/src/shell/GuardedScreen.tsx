import {
  EmptyState,
  isAllowed,
  isVisible,
  lazyPart,
  PageHeader,
  usePermissions,
  type ConsoleRoute,
} from '@crossdock/admin/kit'
import { Lock } from 'lucide-react'
import { useI18nProvider, useTranslate } from 'ra-core'
import { use } from 'react'
import type { ScreensI18nProvider } from '../i18n/provider.js'

const ChooseTenant = lazyPart(() => import('../screens/tenants/working/ChooseTenant.js'))

/**
 * Renders a screen; Access Denied for people without permission; or the choice of an organization when the screen
 * needs one and none is chosen. In the last two cases it loads neither code nor data.
 */
export function GuardedScreen({ route }: { route: ConsoleRoute }) {
  const who = usePermissions()
  const translate = useTranslate()
  const { screenTexts } = useI18nProvider() as ScreensI18nProvider
  if (isVisible(route, who)) {
    if (!route.needsOnlyShellTexts) use(screenTexts())
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
