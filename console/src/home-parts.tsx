/** What stands on the home page, each part in the folder of its part of the product. */
import { givingChart } from './giving/giving-chart.tsx'
import { heldGifts } from './giving/held-gifts.tsx'
import { demoRecords } from './home/demo-records.tsx'
import { figures } from './home/figures.tsx'
import { firstSteps } from './home/first-steps.tsx'
import { homePage } from './home/home-page.tsx'
import { newcomersChart, statusChart } from './home/people-charts.tsx'
import { messagesChart } from './messages/messages-chart.tsx'
import { myTasks } from './tasks/my-tasks.tsx'
import { webhookHealth } from './webhooks/webhook-health.tsx'

/** What the church's pages show first: parts across the page, and the charts below them. */
export const page = homePage(
  [demoRecords, firstSteps, heldGifts, myTasks, figures, givingChart],
  [statusChart, newcomersChart, messagesChart, webhookHealth],
)
