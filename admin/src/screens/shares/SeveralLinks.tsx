import type { Asset, CreatedShare, SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { Icon, mono, useApi, useErrorToast } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useLinkCopy } from './use_link_copy.js'

/** Maximum number of links created with one click. */
const most = 20

interface SeveralLinksProps {
  assets: readonly Asset[]
  rule: SharingRule
}

/** Creates a link to each of several assets and copies them together. */
export function SeveralLinks({ assets, rule }: SeveralLinksProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.several.${key}`, values)
  const api = useApi()
  const client = useQueryClient()
  const showError = useErrorToast()
  const clip = useLinkCopy()
  const [links, setLinks] = useState('')
  const [isPending, setPending] = useState(false)
  const { length: count } = assets
  if (rule.passwordRequired) return <Alert severity="info">{text('password')}</Alert>
  if (count > most) return <Alert severity="info">{text('tooMany', { most })}</Alert>
  const create = async () => {
    setPending(true)
    const made: string[] = []
    try {
      for (const { id, name } of assets) {
        const body = { kind: 'download' }
        const { url } = await api.action<CreatedShare>({ path: `assets/${id}/shares`, body })
        made.push(`${name}: ${url}`)
      }
    } catch (error) {
      showError(error, { fallback: translate('shares.createFailed') })
    }
    setPending(false)
    void client.invalidateQueries({ queryKey: ['shares'] })
    setLinks(made.join('\n'))
    if (made.length > 0) await clip.write(made.join('\n'), 'all')
  }
  if (links === '') {
    return (
      <>
        <Typography variant="body2" color="textSecondary">
          {text('text', { days: rule.defaultDays })}
        </Typography>
        <Button
          variant="contained"
          disabled={isPending}
          startIcon={<Icon icon={Copy} />}
          onClick={() => void create()}
        >
          {text('create', { smart_count: count })}
        </Button>
      </>
    )
  }
  return (
    <>
      <TextField
        value={links}
        multiline
        fullWidth
        maxRows={8}
        hiddenLabel
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { readOnly: true, 'aria-label': text('label') },
          input: { sx: { fontFamily: mono, fontSize: '0.8125rem' } },
        }}
      />
      {clip.refused !== undefined && (
        <Alert severity="info">{translate('shares.link.manually')}</Alert>
      )}
      <Button
        variant="contained"
        startIcon={<Icon icon={clip.copied ? Check : Copy} />}
        onClick={() => void clip.write(links, 'all')}
      >
        {text(clip.copied ? 'copied' : 'copy')}
      </Button>
    </>
  )
}
