import { tree, visit } from '../state/edits.ts';
import { giveUp, leaveQuiz, quiz } from '../state/quiz.ts';
import { Card } from './card.tsx';
import { Problems } from './problems.tsx';
import { ReviewCard } from './review.tsx';

// What one may learn from: the game's mistakes, and problems.
export function Learn() {
  return (
    <>
      {quiz.value && <QuizCard />}
      <ReviewCard />
      <Problems />
    </>
  );
}

function QuizCard() {
  const now = quiz.value!;
  return (
    <Card title={now.isOnlyMove ? 'Problem' : 'Find the better move'}>
      <p>{now.title}</p>
      {now.verdict && (
        <p class={now.isSolved ? 'good' : ''}>
          {now.isSolved && '✓ '}
          {now.verdict}
        </p>
      )}
      <div class="group">
        {tree.value.current !== now.node && (
          <button onClick={() => visit(now.node)}>Back to it</button>
        )}
        {!now.isSolved && <button onClick={giveUp}>Show it</button>}
        {now.next && <button onClick={now.next}>Next</button>}
        <button onClick={leaveQuiz}>Leave</button>
      </div>
    </Card>
  );
}
