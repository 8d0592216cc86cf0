import type { Asset, CreatedShare, Share, SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatDate,
  Icon,
  IconTile,
  lazyPart,
  mono,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { Check, ChevronDown, ChevronRight, Copy, Globe } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { LinkForm } from './LinkForm.js'
import { toBody, type ShareForm } from './model.js'
import { ShareList } from './ShareList.js'
import { useLinkCopy } from './use_link_copy.js'

const RevokeDialog = lazyPart(() => import('./RevokeDialog.js'))

/** What closing the popover now would lose. */
type Risk = 'form' | 'link' | undefined

interface LinkSectionProps {
  asset: Asset
  rule: SharingRule
  /** Shown below the link. */
  warning: ReactNode
  onRisk: (risk: Risk) => void
}

/** The link to one asset: a switch creates and copies it with the rule's defaults; options customize it. */
export function LinkSection({ asset, rule, warning, onRisk }: LinkSectionProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.link.${key}`, values)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [revoked, setRevoked] = useState<Share>()
  const [made, setMade] = useState<CreatedShare>()
  const [known, setKnown] = useState<Record<string, string>>({})
  const clip = useLinkCopy()
  const links = useRead<Share[]>('shares', {
    query: {
      filter: JSON.stringify({ assetId: asset.id, status: 'active' }),
      range: '[0,99]',
    },
  })
  const create = useAction<CreatedShare, Partial<ShareForm> | undefined>(
    (form) => ({
      path: `assets/${asset.id}/shares`,
      body: form ? toBody(form as ShareForm) : { kind: 'download' },
    }),
    {
      invalidates: ['shares'],
      error: { fallback: translate('shares.createFailed'), inForm: true },
      onSuccess: (share) => {
        setMade(share)
        setKnown((all) => ({ ...all, [share.id]: share.url }))
        setUnfolded(false)
        void clip.write(share.url, share.id).then((isCopied) => {
          // A link that is shown once must not get lost.
          const isLost = !isCopied && !share.canCopy && share.recipients.length === 0
          onRisk(isLost ? 'link' : undefined)
        })
      },
    }
  )
  const open = (links.data ?? []).filter(({ status }) => status === 'active')
  const main =
    open.find((share) => share.id === made?.id) ?? open.find(({ kind }) => kind === 'download')
  const others = open.filter((share) => share !== main)
  const url = main && (known[main.id] ?? clip.refused)
  const isCopied = main !== undefined && clip.copied === main.id
  // Select the link, so that the keys that the text names copy it.
  useEffect(() => {
    if (clip.refused !== undefined && clip.refused === url) field.current?.select()
  }, [clip.refused, url])
  const turn = (isOn: boolean) => {
    if (create.isPending) return
    if (!isOn) return setRevoked(main)
    if (rule.passwordRequired) return setUnfolded(true)
    create.mutate(undefined)
  }
  const copy = async () => {
    if (!main) return
    const copied = url ? (await clip.write(url, main.id)) && url : await clip.copy(main)
    if (copied) {
      setKnown((all) => ({ ...all, [main.id]: copied }))
      onRisk(undefined)
    } else field.current?.select()
  }
  if (links.error) {
    return <ErrorState plain error={links.error} onRetry={() => void links.refetch()} />
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <IconTile icon={Globe} tile={32} size={16} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={`${id}-link`} sx={{ fontWeight: 500 }}>
            {text('anyone')}
          </Typography>
          <Typography variant="body2" id={`${id}-about`} color="textSecondary">
            {main
              ? [
                  text(main.kind === 'upload' ? 'uploads' : 'views', {
                    day: formatDate(main.expiresAt),
                  }),
                  main.hasPassword && translate('shares.locked'),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : text('none')}
          </Typography>
        </Box>
        <Switch
          checked={main !== undefined || create.isPending}
          // Stays enabled while the switch creates a link, because a disabled field loses the focus.
          disabled={links.isPending}
          onChange={(_event, isOn) => turn(isOn)}
          slotProps={{
            input: {
              role: 'switch',
              'aria-labelledby': `${id}-link`,
              'aria-describedby': `${id}-about`,
            },
          }}
        />
      </Box>
      {main && (main.canCopy || url) && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <TextField
            inputRef={field}
            value={url ?? text('kept')}
            fullWidth
            size="small"
            hiddenLabel
            onFocus={(event) => event.target.select()}
            onCopy={() => url && onRisk(undefined)}
            slotProps={{
              htmlInput: { readOnly: true, spellCheck: false, 'aria-label': text('label') },
              input: { sx: { fontFamily: url ? mono : undefined, fontSize: '0.8125rem' } },
            }}
          />
          <Button
            variant="contained"
            startIcon={<Icon icon={isCopied ? Check : Copy} />}
            onClick={() => void copy()}
            sx={{ flex: 'none' }}
          >
            {text(isCopied ? 'copied' : 'copy')}
          </Button>
        </Box>
      )}
      {main && !main.canCopy && (
        <Typography variant="body2" color="textSecondary">
          {text(url ? 'onlyNow' : 'shownOnce')}
        </Typography>
      )}
      <Box role="status">
        {clip.refused !== undefined && <Alert severity="info">{text('manually')}</Alert>}
        {made && made.recipients.length > 0 && (
          <Typography variant="body2" color="textSecondary">
            {text('mailed', { smart_count: made.recipients.length })}
          </Typography>
        )}
      </Box>
      {warning}
      {others.length > 0 && (
        <ShareList
          label={text('others', { smart_count: others.length })}
          shares={others}
          onRevoke={setRevoked}
        />
      )}
      <Box>
        <Button
          size="small"
          aria-expanded={isUnfolded}
          aria-controls={`${id}-options`}
          startIcon={<Icon icon={isUnfolded ? ChevronDown : ChevronRight} />}
          onClick={() => setUnfolded(!isUnfolded)}
          sx={{ ml: -1 }}
        >
          {text(main ? 'another' : 'options')}
        </Button>
        {!isUnfolded && (
          <Typography component="span" variant="body2" color="textSecondary">
            {text('optionsText')}
          </Typography>
        )}
      </Box>
      <Collapse in={isUnfolded} id={`${id}-options`} unmountOnExit>
        {main && (
          <Typography variant="body2" color="textSecondary" sx={{ pb: 1 }}>
            {text('anotherText')}
          </Typography>
        )}
        <LinkForm
          asset={asset}
          rule={rule}
          onDirty={(isDirty) => onRisk(isDirty ? 'form' : undefined)}
          onSubmit={(form) => create.mutateAsync(form)}
        />
      </Collapse>
      {revoked && (
        <RevokeDialog
          shares={[revoked]}
          onRevoked={() => setMade(undefined)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  )
}
