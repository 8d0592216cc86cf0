import type { Row } from '@crossdock/kernel/lists'
import type { Place } from '../models/place.js'

export const showPlace = ({ id, name, createdAt }: Row<Place>) => ({ id, name, createdAt })
