import type { Branding } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { LogoDrop } from './LogoDrop.js'
import { useSaveBrand } from './use_save.js'

/** The logo of the organization. */
export function LogoSection({ branding: { logo } }: { branding: Branding }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`branding.logo.${key}`)
  const path = 'tenant/branding/logo'
  const save = useSaveBrand<File>(text('saved'), (body) => ({ path, method: 'PUT', body }))
  const remove = useSaveBrand<void>(text('removed'), () => ({ path, method: 'DELETE' }))
  return (
    <LogoDrop
      title={text('title')}
      text={text('text')}
      current={text('current')}
      logo={logo}
      save={save}
      remove={remove}
    />
  )
}
