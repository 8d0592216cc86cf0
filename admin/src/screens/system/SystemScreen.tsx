import { TabbedPage } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** /system: the state of the installation, for the super administrator. */
export default function SystemScreen() {
  const translate = useTranslate()
  const text = (key: string) => translate(`system.${key}`)
  return (
    <TabbedPage
      page="system"
      title={text('title')}
      subtitle={text('subtitle')}
      label={text('tabs')}
      fewActions
    />
  )
}
