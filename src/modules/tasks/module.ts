/** Tasks, which every church has: modules give people something to do, and people each other. */
import { module } from '../../resource/module.ts'
import { assigneesView } from './assignee.ts'
import { assignInDemo } from './demo.ts'
import { homeTasks } from './home.ts'
import { peopleOfTasks, takeBackTasks, taskCopies } from './people-of-tasks.ts'
import { tasksDue } from './remind-of-task.ts'
import { assignTask, dropTask, markDone, reopenTask } from './task-actions.ts'
import { taskRoute } from './task-route.ts'
import { tasks } from './tasks.ts'

export const tasksModule = module({
  name: 'tasks',
  title: 'Tasks',
  group: 'People',
  resources: [tasks],
  actions: [markDone, reopenTask, dropTask, assignTask],
  views: [homeTasks, assigneesView],
  agenda: [tasksDue],
  namesPeople: peopleOfTasks,
  copiesPeople: taskCopies,
  takesBack: [takeBackTasks],
  demo: assignInDemo,
  serve: parts => ({ publicRoutes: [taskRoute(parts)] }),
})
