import { tree, visit } from '../state/edits.ts';
import { giveUp, leaveQuiz, quiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';
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

const words = texts.quiz;

function QuizCard() {
  const now = quiz.value!;
  return (
    <Card title={now.isOnlyMove ? words.problem : words.findBetter}>
      <p>{now.title}</p>
      {now.verdict && (
        <p class={now.isSolved ? 'good' : ''}>
          {now.isSolved && '✓ '}
          {now.verdict}
        </p>
      )}
      <div class="group">
        {tree.value.current !== now.node && (
          <button onClick={() => visit(now.node)}>{words.backToIt}</button>
        )}
        {!now.isSolved && <button onClick={giveUp}>{words.showIt}</button>}
        {now.next && <button onClick={now.next}>{words.next}</button>}
        <button onClick={leaveQuiz}>{words.leave}</button>
      </div>
    </Card>
  );
}
