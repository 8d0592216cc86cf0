import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { MailDialog } from './MailDialog.js'
import { MailPreview } from './MailPreview.js'

/** The appearance of the organization's emails. */
export function MailSection({ branding }: { branding: Branding }) {
  const translate = useTranslate()
  const text = (key: string, options?: object) => translate(`branding.mail.${key}`, options)
  const [isOpen, setOpen] = useState(false)
  const sender = branding.mailSender ?? branding.productName ?? 'Crossdock'
  return (
    <Section
      title={text('title')}
      description={text('text')}
      actions={
        <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
          {text('edit')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {text('from', { sender })}
        </Typography>
        <MailPreview branding={branding} footer={branding.mailFooter} />
      </Box>
      {isOpen && <MailDialog branding={branding} onClose={() => setOpen(false)} />}
    </Section>
  )
}
