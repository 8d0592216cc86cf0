import ButtonBase from '@mui/material/ButtonBase'
import { Icon, InitialsAvatar, lazyPart, personInitials, type Session } from '@crossdock/admin/kit'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { languageButton } from '../i18n/use_languages.js'

const UserMenuPopup = lazyPart(() => import('./UserMenuPopup.js'))

/** Avatar button; its menu shows who is signed in and ends the session. */
export function UserMenu({ user }: { user: Session['user'] }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <ButtonBase
        {...languageButton}
        aria-label={translate('shell.userMenu', { initials: personInitials(user) })}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={UserMenuPopup.preload}
        onFocus={UserMenuPopup.preload}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
        sx={{
          gap: 0.75,
          height: 36,
          px: 0.5,
          borderRadius: '8px',
          color: 'text.secondary',
          '&:hover': { bgcolor: 'action.hover' },
          // The bar has no space for the arrow on phones.
          '& > svg': { display: { xs: 'none', sm: 'block' } },
        }}
      >
        <InitialsAvatar person={user} />
        <Icon icon={ChevronsUpDown} size={14} />
      </ButtonBase>
      {anchor && (
        <UserMenuPopup
          anchor={anchor}
          open={open}
          email={user.email}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
