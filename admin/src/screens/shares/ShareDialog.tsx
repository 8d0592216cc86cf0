import type { SharingRule } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  DialogFrame,
  DialogHead,
  useRead,
  useUnsaved,
  usePermissions,
  type AssetDialogProps,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useCallback, useId, useRef, useState } from 'react'
import { PeopleAccess } from '../assets/permissions/PeopleAccess.js'
import { LinkSection } from './LinkSection.js'
import { SeveralLinks } from './SeveralLinks.js'
import { anchorFor } from './share_anchor.js'

/** Share: people with access above, the link below. A popover at its button, otherwise a dialog. */
export default function ShareDialog({ assets, onClose }: AssetDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`shares.dialog.${key}`, values)
  const id = useId()
  const [anchor] = useState(() => anchorFor(assets))
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const mayShare = usePermissions().can('assets.share')
  const rule = useRead<SharingRule>('sharing-rule', { enabled: mayShare })
  const risk = useRef<'form' | 'link' | undefined>(undefined)
  const guard = useUnsaved({
    isDirty: () => risk.current !== undefined,
    discard: onClose,
    texts: () => ({ key: risk.current === 'link' ? 'shares.uncopied' : 'kit.unsaved' }),
  })
  const leave = () => guard(onClose)
  const [only, ...others] = assets
  const asset = others.length === 0 ? only : undefined
  // The assets are as they were when this dialog opened, but the dialog can change their access.
  const [restrictedNow, setRestricted] = useState<boolean>()
  const isRestricted = restrictedNow ?? assets.some(({ access }) => access === 'restricted')
  const warning = isRestricted ? <Alert severity="warning">{text('restricted')}</Alert> : null
  const popover = useRef<PopoverActions>(null)
  // Move the popover when loaded content makes it higher.
  const follow = useCallback((body: HTMLElement | null) => {
    if (!body) return undefined
    const observer = new ResizeObserver(() => popover.current?.updatePosition())
    observer.observe(body)
    return () => observer.disconnect()
  }, [])
  const content = (
    <>
      <DialogHead
        id={id}
        title={
          asset ? text('title', { name: asset.name }) : text('several', { count: assets.length })
        }
        onClose={leave}
      />
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <div ref={follow}>
          {asset && (
            <Box sx={{ px: 3, pb: 2 }}>
              <PeopleAccess asset={asset} onRestricted={setRestricted} />
            </Box>
          )}
          {mayShare && (
            <>
              <Divider />
              <Box sx={{ px: 3, py: 2, display: 'grid', gap: 1.5 }}>
                {rule.data?.enabled === false ? (
                  <Alert severity="warning">{translate('shares.off')}</Alert>
                ) : (
                  <>
                    {rule.data &&
                      (asset ? (
                        <LinkSection
                          asset={asset}
                          rule={rule.data}
                          warning={warning}
                          onRisk={(now) => void (risk.current = now)}
                        />
                      ) : (
                        <>
                          <SeveralLinks assets={assets} rule={rule.data} />
                          {warning}
                        </>
                      ))}
                  </>
                )}
              </Box>
            </>
          )}
        </div>
      </Box>
    </>
  )
  if (isPhone || !anchor) {
    return (
      <DialogFrame open id={id} hasDescription={false} maxWidth="xs" onClose={leave}>
        {content}
      </DialogFrame>
    )
  }
  return (
    <Popover
      open
      action={popover}
      anchorEl={anchor}
      onClose={leave}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: -6, horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': `${id}-title`,
          sx: {
            display: 'flex',
            flexDirection: 'column',
            width: 408,
            maxHeight: 'min(720px, calc(100dvh - 32px))',
            overflow: 'hidden',
            borderRadius: '12px',
          },
        },
      }}
    >
      {content}
    </Popover>
  )
}
