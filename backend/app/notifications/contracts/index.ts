export {
  channels,
  notificationKinds,
  type Channel,
  type NotificationKind,
  type Told,
} from './kinds.js'
export { notificationChoices, type NotificationChoices } from './choices.js'
