import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { Icon, ScreenReaderOnly, useSession } from '@crossdock/admin/kit'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useTexts } from '../use_texts.js'
import { TenantChooser } from './TenantChooser.js'
import { PlaceLines } from './TenantOption.js'

/** At the head of the menu: in which organization the super administrator works, and the way to another one. */
export function TenantSwitcher({ environment }: { environment: string }) {
  useTexts()
  const translate = useTranslate()
  const text = (key: string) => translate(`tenants.switcher.${key}`)
  const tenant = useSession().data?.tenant
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const name = tenant?.name ?? text('all')
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{
          gap: 1.25,
          width: 1,
          height: 44,
          px: 1,
          border: 1,
          borderColor: 'surface.border',
          borderRadius: '8px',
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <ScreenReaderOnly>{text('label')}</ScreenReaderOnly>
        <PlaceLines name={name} detail={tenant ? environment : text('operator')} isAll={!tenant} />
        <Icon icon={ChevronsUpDown} size={14} />
      </ButtonBase>
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          marginThreshold={8}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': text('title'),
              sx: { width: 340, maxWidth: 'calc(100vw - 16px)', mt: 0.75, borderRadius: '12px' },
            },
          }}
        >
          <TenantChooser onClose={close} />
        </Popover>
      )}
    </>
  )
}
