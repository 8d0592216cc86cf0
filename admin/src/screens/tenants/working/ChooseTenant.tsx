import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { PageHeader } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { matchPath, useLocation } from 'react-router-dom'
import { useRegistry } from '../../../registry/context.js'
import { useTexts } from '../use_texts.js'
import { TenantChooser } from './TenantChooser.js'

interface ChooseTenantProps {
  /** For use within a page that already has a title. */
  bare?: boolean
}

/** Replaces a page that needs an organization while none is chosen. Choosing one opens the page. */
export default function ChooseTenant({ bare }: ChooseTenantProps) {
  useTexts()
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.switcher.${key}`)
  const { pathname } = useLocation()
  const entries = useRegistry().menu.filter(({ to }) =>
    matchPath({ path: to, end: false }, pathname)
  )
  const label = entries.sort((one, other) => other.to.length - one.to.length)[0]?.label
  return (
    <>
      {!bare && <PageHeader title={label ? translate(label, { _: label }) : text('choose')} />}
      <Card component="section" sx={{ maxWidth: 440 }}>
        <Typography variant="h2" sx={{ px: 2, pt: 2 }}>
          {text('choose')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pt: 0.25, pb: 0.5 }}>
          {text('chooseText')}
        </Typography>
        <TenantChooser />
      </Card>
    </>
  )
}
