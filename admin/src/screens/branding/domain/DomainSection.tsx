import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Badge, ConfirmDialog, formatDate, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSaveFields } from '../use_save.js'
import { DomainDialog } from './DomainDialog.js'
import { Proof } from './Proof.js'

const variants = { claimed: 'secondary', verified: 'success', missing: 'warning' } as const
type Status = keyof typeof variants

const statusOf = (status: string): Status => (status in variants ? (status as Status) : 'claimed')

/** The organization's own domain: claim, verify, remove. */
export function DomainSection({ branding }: { branding: Branding }) {
  const translate = useTranslate()
  const text = (key: string, options?: object) => translate(`branding.domain.${key}`, options)
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  const remove = useSaveFields(text('removed'), { onSuccess: close })
  const { customDomain, domain } = branding
  return (
    <Section
      title={text('title')}
      description={text('text')}
      actions={
        <>
          {customDomain && (
            <Button size="small" color="error" onClick={() => setOpen('remove')}>
              {text('remove')}
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={() => setOpen('edit')}>
            {text(customDomain ? 'change' : 'add')}
          </Button>
        </>
      }
    >
      {customDomain && domain ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.25 }}>
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
              {customDomain}
            </Typography>
            <Badge variant={variants[statusOf(domain.status)]}>
              {text(statusOf(domain.status))}
            </Badge>
          </Box>
          {domain.verifiedAt && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {domain.endsAt
                ? text('ends', { date: formatDate(domain.endsAt) })
                : text('open', { address: `${window.location.protocol}//${customDomain}` })}
            </Typography>
          )}
          <Proof domain={domain} />
        </Box>
      ) : (
        <Typography color="textSecondary">{text('none')}</Typography>
      )}
      {open === 'edit' && <DomainDialog domain={customDomain} onClose={close} />}
      <ConfirmDialog
        open={open === 'remove'}
        title={text('removeTitle', { domain: customDomain })}
        description={text('removeText')}
        confirmLabel={text('remove')}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ customDomain: null })}
        onClose={close}
      />
    </Section>
  )
}
