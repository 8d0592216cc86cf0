import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { Suspense } from 'react'
import { useRegistry } from '../registry/context.js'
import { OmitOnError } from '../kit/OmitOnError.js'

/** The header items of the console and the plugins. An item that fails is left out. */
export function HeaderItems() {
  const who = usePermissions()
  const { headerItems } = useRegistry()
  return headerItems
    .filter((item) => isVisible(item, who))
    .map((item) => (
      <OmitOnError key={item.id}>
        <Suspense>
          <item.component />
        </Suspense>
      </OmitOnError>
    ))
}
